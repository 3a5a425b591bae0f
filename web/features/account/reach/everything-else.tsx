import { useState } from 'react';
import { errorText } from '../../../data/api.ts';
import { useSendsNoMail } from '../../../app/config.ts';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { ActRow, Rows, SelectRow } from '../../../ui/layout/rows.tsx';
import { words } from '../../../words/words.ts';
import type { Kind, Kinds } from './kinds.ts';
import { choiceAt, commonLevel, type Group, groupOf, groups, levelsOf } from './levels.ts';
import { SingleKinds } from './single-kinds.tsx';

const texts = words.account.choices;

/** The channels of everything but new moments: one choice for each group of kinds, single kinds folded away. */
export function EverythingElse({ kinds }: { kinds: Kinds }) {
  const { choices, ways, shown, isPending, error } = kinds;
  const [isOpen, setOpen] = useState(false);
  const isUnmailed = useSendsNoMail();
  const parts = choices
    ? groups.flatMap((group) => {
        const members = shown.filter((kind) => groupOf(kind) === group);
        return members.length > 0 ? [{ group, members, ...commonLevel(members, choices, ways) }] : [];
      })
    : [];
  return (
    <section aria-labelledby="notifications">
      <h2 id="notifications" className="rhead">
        {texts.title}
      </h2>
      <p className="small mut mb-2">{isUnmailed ? texts.unmailed : texts.text}</p>
      {isPending ? <Loading words={texts.loading} /> : null}
      {error && !choices ? <p role="alert">{errorText(error, texts.loadFailed)}</p> : null}
      {choices ? (
        <Rows>
          {parts.map((part) => (
            <GroupRow key={part.group} {...part} kinds={kinds} />
          ))}
          <ActRow
            title={texts.single}
            state={texts.singleState({
              count: shown.length,
              differing: parts.reduce((sum, { differing }) => sum + differing, 0),
            })}
            expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          />
        </Rows>
      ) : null}
      {isOpen && choices ? <SingleKinds kinds={kinds} choices={choices} /> : null}
    </section>
  );
}

interface GroupRowProps {
  group: Group;
  members: readonly Kind[];
  level: ReturnType<typeof commonLevel>['level'];
  differing: number;
  kinds: Kinds;
}

function GroupRow({ group, members, level, differing, kinds: { choices, ways, choose } }: GroupRowProps) {
  const hasPush = ways.includes('push');
  return (
    <SelectRow
      title={texts.groups[group]}
      note={differing > 0 ? texts.differ({ count: differing }) : null}
      options={levelsOf(members, ways).map((value) => ({
        value,
        label: value === 'mail' && !hasPush ? texts.levels.mailOnly : texts.levels[value],
      }))}
      value={level}
      onChoose={(chosen) => {
        if (choices)
          choose(
            Object.fromEntries(members.map((kind) => [kind, choiceAt(kind, chosen, choices[kind], ways)])),
          );
      }}
    />
  );
}

import { useState } from 'react';
import type * as notifications from '../../../../contract/notifications.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { useSendsNoMail } from '../../../app/config.ts';
import { ActRow, Rows, SelectRow } from '../../../ui/layout/rows.tsx';
import { words } from '../../../words/words.ts';
import { type Kind, type Kinds, isFixed, type Way } from './kinds.ts';
import { Waiting } from '../../../data/waiting.tsx';

const texts = words.account.choices;

interface SingleKindsProps {
  kinds: Kinds;
  choices: Output<typeof notifications.preferences>;
}

/** Every kind of notification with its channels. A tick is saved immediately. */
function SingleKinds({ kinds: { ways, shown, choose }, choices }: SingleKindsProps) {
  return (
    <table className="choices">
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{texts.kind}</span>
          </th>
          {ways.map((way) => (
            <th key={way} scope="col" className="cap dim">
              {texts[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((kind) => (
          <tr key={kind}>
            <th scope="row">{texts.kinds[kind]}</th>
            {ways.map((way) => (
              <td key={way}>
                {isFixed(kind, way) ? (
                  <span className="cap dim">
                    <span aria-hidden="true">{texts.alwaysShort}</span>
                    <span className="vh">{way === 'bell' ? texts.alwaysInBell : texts.always}</span>
                  </span>
                ) : (
                  <label className="check">
                    <span className="vh">{texts.of({ way: texts[way], kind: texts.kinds[kind] })}</span>
                    <input
                      type="checkbox"
                      checked={choices[kind][way]}
                      onChange={(event) =>
                        choose({ [kind]: { ...choices[kind], [way]: event.currentTarget.checked } })
                      }
                    />
                  </label>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The groups in which kinds are chosen together. Every other kind is about the member's own account. */
const kindsOf: Readonly<Record<'likes' | 'answers' | 'people' | 'admin', readonly Kind[]>> = {
  likes: ['like'],
  answers: ['comment', 'answer', 'mention', 'followed_comment', 'question', 'question_answered'],
  people: [
    'added_to_circle',
    'added_to_contacts',
    'invitation_accepted',
    'circle_invitation',
    'circle_handed_over',
    'circle_passed_on',
    'keeper_named',
    'keeper_ended',
    'letters_carry_content',
    'letters_returned',
  ],
  admin: ['report_waiting', 'verification_waiting', 'backup_failed', 'account_locked', 'name_waiting'],
};

const groups = ['likes', 'answers', 'people', 'account', 'admin'] as const;
type Group = (typeof groups)[number];

const groupOf = (kind: Kind): Group =>
  groups.find((group) => group !== 'account' && kindsOf[group].includes(kind)) ?? 'account';

const levels = ['off', 'circle', 'push', 'mail'] as const;
type Level = (typeof levels)[number];

/** Each level has the channels of those before it. */
const atLevel = (level: Level): notifications.Choice => ({
  bell: level !== 'off',
  push: level === 'push' || level === 'mail',
  email: level === 'mail',
});

/** The choice of a kind at a level: what nobody can choose stays as it is. */
const choiceAt = (
  kind: Kind,
  level: Level,
  now: notifications.Choice,
  ways: readonly Way[],
): notifications.Choice => {
  const wanted = atLevel(level);
  const pick = (way: Way) => (isFixed(kind, way) || !ways.includes(way) ? now[way] : wanted[way]);
  return { bell: pick('bell'), push: pick('push'), email: pick('email') };
};

type Choices = Readonly<Record<Kind, notifications.Choice>>;

const isAt = (kind: Kind, level: Level, choices: Choices, ways: readonly Way[]): boolean => {
  const wanted = choiceAt(kind, level, choices[kind], ways);
  return ways.every((way) => wanted[way] === choices[kind][way]);
};

/** The levels that a group can have. The bell of some kinds cannot be switched off. */
const levelsOf = (kinds: readonly Kind[], ways: readonly Way[]): Level[] =>
  levels.filter(
    (level) =>
      !(level === 'off' && kinds.some((kind) => isFixed(kind, 'bell'))) &&
      !(level === 'push' && !ways.includes('push')) &&
      !(level === 'mail' && !ways.includes('email')),
  );

/** The level that most kinds of a group have, and how many differ from it. */
const commonLevel = (
  kinds: readonly Kind[],
  choices: Choices,
  ways: readonly Way[],
): { level: Level; differing: number } => {
  const counted = levelsOf(kinds, ways).map((level) => ({
    level,
    count: kinds.filter((kind) => isAt(kind, level, choices, ways)).length,
  }));
  const [most] = counted.toSorted((a, b) => b.count - a.count);
  return { level: most?.level ?? 'circle', differing: kinds.length - (most?.count ?? 0) };
};

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
      <Waiting
        query={{ isPending, error, data: choices }}
        loading={texts.loading}
        failed={texts.loadFailed}
      />
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

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useSendsNoMail } from '../../app/config.ts';
import { errorText } from '../../data/api.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { rove, useChanged } from '../../ui/hooks/roving.ts';
import { ActRow, Rows } from '../../ui/layout/rows.tsx';
import { Ring } from '../../ui/pencil/ring.tsx';
import { words } from '../../words/words.ts';
import { useChoose } from './choices.ts';
import { CircleRow } from './circle-row.tsx';
import { commonOf, useNamedChoices } from './named-choices.ts';
import './delivery.css';
import { times, useObstacle } from './when-field.tsx';

const texts = words.delivery;

const OtherCirclesDialog = lazyComponent(() => import('./other-circles-dialog.tsx'));

/** The circles that differ, and that the page lists. The dialog has all of them. */
const maxListed = 6;

/** When moments reach the member: one choice for all circles, and the circles that differ from it. */
export function NewMoments() {
  const { choices, error } = useNamedChoices();
  return (
    <section aria-labelledby="delivery">
      <h2 id="delivery" className="rhead">
        {texts.newMoments}
      </h2>
      {choices ? <Choices choices={choices} /> : null}
      {choices || error ? null : <Loading words={texts.loading} />}
      {error ? <p role="alert">{errorText(error, texts.loadFailed)}</p> : null}
    </section>
  );
}

type Named = NonNullable<ReturnType<typeof useNamedChoices>['choices']>;

function Choices({ choices }: { choices: Named }) {
  const { others } = commonOf(choices);
  const [search] = useSearchParams();
  // The circle from which the member came.
  const asked = choices.find(({ circleId }) => circleId !== null && circleId === search.get('circle'));
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Rows>
        <Common choices={choices} />
        {asked ? <CircleRow {...asked} isMarked /> : null}
        {others
          .filter((one) => one !== asked)
          .slice(0, maxListed)
          .map((one) => (
            <CircleRow key={one.circleId} {...one} />
          ))}
        {choices.length > 1 ? (
          <ActRow
            icon={Plus}
            title={texts.different}
            state={texts.asAbove({ same: choices.length - others.length, others: others.length })}
            onPress={() => setOpen(true)}
            opens
          />
        ) : null}
      </Rows>
      {isOpen ? <OtherCirclesDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The choice of all circles but those that differ. */
function Common({ choices }: { choices: Named }) {
  const { when: common } = commonOf(choices);
  const choose = useChoose();
  const isUnmailed = useSendsNoMail();
  const changed = useChanged(common);
  const obstacle = useObstacle(common);
  const set = (when: (typeof times)[number]) => {
    const circleIds = choices.filter((one) => one.when === common).map(({ circleId }) => circleId);
    if (when !== common) choose.mutate({ circleIds, when, before: common, label: texts.newMoments });
  };
  return (
    <li>
      <div
        className="four"
        role="radiogroup"
        aria-labelledby="delivery"
        onKeyDown={(event) => {
          const when = times[rove(event, '[role="radio"]') ?? -1];
          if (when) set(when);
        }}
      >
        {times.map((when, index) => (
          <button
            key={when}
            type="button"
            role="radio"
            aria-checked={when === common}
            tabIndex={when === common ? 0 : -1}
            onClick={() => set(when)}
          >
            {when === common ? <Ring shape="wide" variant={index} draw={changed} /> : null}
            {texts.when[when]} <small>{isUnmailed ? texts.byUnmailed[when] : texts.by[when]}</small>
          </button>
        ))}
      </div>
      {obstacle && common !== 'now' ? <p className="small mut four-note">{obstacle}</p> : null}
    </li>
  );
}

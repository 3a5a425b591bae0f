import { ChevronRight, CircleCheck, CircleDashed, CircleMinus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import * as system from '../../../contract/system.ts';
import type { SetupId, SetupItem } from '../../../contract/system.ts';
import { queryFor } from '../../data/query.ts';
import { TextLink } from '../../ui/form/button.tsx';
import { short } from '../../words/dates.ts';
import { filled, words } from '../../words/words.ts';
import { isOpen } from './home-steps.ts';
import { stepUrl, systemUrl } from './steps.ts';
import './system.css';

const texts = words.setup;

/** Where each step is done. The others are explained in the list. */
const steps: ReadonlyMap<string, { href: string; name: string }> = new Map([
  ['name', { href: stepUrl(1), name: words.firstRun.again.name }],
  ['mail', { href: systemUrl('mail'), name: words.setup.forms.mail }],
  ['mail-in', { href: systemUrl('mail-in'), name: words.setup.forms.mailIn }],
  ['backup', { href: systemUrl('backup'), name: words.setup.forms.backup }],
  ['circle', { href: stepUrl(3), name: words.firstRun.again.circle }],
]);

const icons = { done: CircleCheck, todo: CircleDashed, unknown: CircleMinus };

function Mark({ state }: Pick<SetupItem, 'state'>) {
  const Icon = icons[state];
  return <Icon aria-hidden="true" className={`setupmark ${state}`} />;
}

/** Reads what of this place is set up, again on each page that shows it. */
export const useSetup = () => useQuery({ ...queryFor(system.setup, {}), staleTime: 0 });

/** The steps of Home, each of which leads to where it is done or explained: the open ones, then those that are done. */
export function HomeSteps({ items }: { items: readonly SetupItem[] }) {
  return (
    <ul className="list">
      {[...items.filter(isOpen), ...items.filter((item) => !isOpen(item))].map(({ id, state, detail }) => (
        <li key={id}>
          <Link href={steps.get(id)?.href ?? '/admin/system'} className="row g12 setuprow">
            <Mark state={state} />
            <span className="grow">
              {state === 'todo' ? (
                <>
                  <b className="b block">{texts.todo[id].title}</b>
                  <span className="small mut block">{filled(texts.todo[id].text, { detail })}</span>
                </>
              ) : (
                <>
                  <span className="vh">{texts.isDone} </span>
                  <span className="mut">{filled(texts.rest[id], { detail: detail ?? '' })}</span>
                </>
              )}
            </span>
            <ChevronRight aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** All steps: the open ones first, each with what to set, then what is set up. */
export function SetupList({ items }: { items: readonly SetupItem[] }) {
  return (
    <ul className="list">
      {[...items.filter(isOpen), ...items.filter((item) => !isOpen(item))].map((item) => (
        <li key={item.id} className="row g12 setuprow">
          <Mark state={item.state} />
          <div className="grow">
            {isOpen(item) ? <Todo {...item} /> : <Rest {...item} />}
            <StepLink id={item.id} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Todo({ id, detail }: SetupItem) {
  const { title, text, how } = texts.todo[id];
  return (
    <>
      <b className="b">{title}</b>
      <p className="small mut">{filled(text, { detail })}</p>
      {how === null ? null : <p className="small wrap-anywhere">{filled(how, { detail: detail ?? '' })}</p>}
    </>
  );
}

function Rest({ id, state, detail }: SetupItem) {
  return (
    <>
      <p className="wrap-anywhere">
        {state === 'done' ? <span className="vh">{texts.isDone} </span> : null}
        {filled(texts.rest[id], { detail: detail ?? '' })}
      </p>
      {id === 'backup' && detail !== null ? (
        <p className="small mut">{texts.lastBackup({ time: short(detail) })}</p>
      ) : null}
    </>
  );
}

function StepLink({ id }: { id: SetupId }) {
  const step = steps.get(id);
  return step ? <TextLink href={step.href}>{step.name}</TextLink> : null;
}

import { Printer } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as system from '../../../contract/system.ts';
import { keep, recall } from '../../data/browser-storage.ts';
import { queryFor } from '../../data/query.ts';
import { Button, TextLink } from '../../ui/form/button.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { fullDate } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import './print.css';
import { systemUrl } from './steps.ts';

const texts = words.handover;

const fields = [
  'machine',
  'access',
  'domain',
  'mail',
  'payments',
  'backups',
  'sheets',
  'people',
  'more',
] as const;

type Answers = Partial<Record<(typeof fields)[number], string>>;

/** Read field by field: an earlier version of this page may have written something else. */
const recalled = (): Answers => {
  try {
    const stored: unknown = JSON.parse(recall('handover') ?? '{}');
    return Object.fromEntries(
      fields.flatMap((field) => {
        const value: unknown = Reflect.get(Object(stored), field);
        return typeof value === 'string' ? [[field, value]] : [];
      }),
    );
  } catch {
    return {};
  }
};

/** A page to fill in and print, for the person who looks after this place next. This browser alone keeps what is typed. */
export default function Handover() {
  const [answers, setAnswers] = useState(recalled);
  const [openedAt] = useState(() => new Date().toISOString());
  const { data: place } = useQuery(queryFor(system.place, {}));
  const name = place?.name ?? words.product;
  const write = (field: (typeof fields)[number], value: string) => {
    const changed = { ...answers, [field]: value };
    setAnswers(changed);
    keep('handover', JSON.stringify(changed));
  };
  return (
    <RailPage
      back={{ href: '/admin/system', label: words.pageTitles.adminSystem }}
      title={texts.title}
      intro={texts.intro}
      form
    >
      <form className="stack g20 onscreen" onSubmit={(event) => event.preventDefault()}>
        <p className="small mut">{texts.kept}</p>
        {fields.map((field) => (
          <TextArea
            key={field}
            label={texts.fields[field].label}
            hint={texts.fields[field].hint}
            rows={2}
            maxLength={1_000}
            value={answers[field] ?? ''}
            onChange={(event) => write(field, event.currentTarget.value)}
          />
        ))}
        <p className="small mut">
          {texts.secrets}{' '}
          <TextLink inline href={systemUrl('key-sheets')}>
            {words.keySheets.title}
          </TextLink>
        </p>
        <div>
          <Button size="lg" icon={Printer} onClick={() => print()}>
            {words.keySheets.print}
          </Button>
        </div>
      </form>
      <article className="paper" aria-hidden="true">
        <p>
          <b>{texts.paper.of({ name, host: location.host })}</b>
          <br />
          {texts.paper.printed({ date: fullDate(openedAt) })}
        </p>
        <dl>
          {fields.map((field) => (
            <div key={field} className="answer">
              <dt>{texts.fields[field].label}</dt>
              <dd>{answers[field]}</dd>
            </div>
          ))}
        </dl>
        <p>{texts.paper.next}</p>
      </article>
    </RailPage>
  );
}

import { Printer } from 'lucide-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useState } from 'react';
import * as system from '../../../contract/system.ts';
import { splitKey } from '../../../contract/text/key-sheets.ts';
import { queryFor } from '../../data/query.ts';
import { Alert, Problem } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { words } from '../../words/words.ts';
import { ChoiceField } from '../circles/choice-field.tsx';
import '../circles/circles.css';
import { CheckSheets } from './check-sheets.tsx';
import { KeySheet } from './key-sheet.tsx';
import './print.css';
import { systemUrl } from './steps.ts';

const texts = words.keySheets;

interface Made {
  /** In epoch milliseconds. */
  madeAt: number;
  publicKey: string;
  sheets: string[];
}

/** In this browser alone: neither the key nor a sheet is sent or stored. @throws an Error with its words for what is no key */
const makeSheets = async (ownKey: string | null): Promise<Made> => {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const key = (ownKey ?? (await generateX25519Identity())).trim();
  const sheets = splitKey(key);
  if (sheets === null) throw new Error(texts.noKey);
  return { madeAt: Date.now(), publicKey: await identityToRecipient(key.toUpperCase()), sheets };
};

/** Makes three sheets of paper from the private key of the backups, of which any two restore it. */
export default function KeySheets() {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <RailPage
      back={{ href: systemUrl('handover'), label: words.handover.title }}
      title={texts.title}
      intro={texts.intro}
      form
    >
      <div className="stack g20">
        {made === null ? <Make onMade={setMade} /> : <Sheets {...made} />}
        <CheckSheets publicKey={made?.publicKey ?? null} />
      </div>
    </RailPage>
  );
}

function Make({ onMade }: { onMade: (made: Made) => void }) {
  const [source, setSource] = useState<'new' | 'own'>('new');
  const [own, setOwn] = useState('');
  const make = useMutation({
    mutationFn: () => makeSheets(source === 'own' ? own : null),
    networkMode: 'always',
    onSuccess: onMade,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const error = make.error?.message;
  return (
    <form noValidate className="stack g20 onscreen" data-secret="" onSubmit={submit}>
      <ChoiceField
        label={texts.which}
        hint={texts.kept}
        options={[
          { value: 'new', title: texts.fresh, text: texts.freshText },
          { value: 'own', title: texts.own, text: texts.ownText },
        ]}
        value={source}
        onChange={(chosen) => {
          setSource(chosen);
          make.reset();
        }}
      />
      {source === 'own' ? (
        // Not a field for passwords, which browsers offer to keep.
        <TextField
          label={texts.key}
          hint={texts.keyHint}
          autoComplete="off"
          spellCheck={false}
          value={own}
          error={error}
          onChange={(event) => setOwn(event.currentTarget.value)}
        />
      ) : (
        <Problem text={error} />
      )}
      <div>
        <Button type="submit" size="lg" busy={make.isPending} busyText={texts.busy}>
          {texts.make}
        </Button>
      </div>
    </form>
  );
}

function Sheets({ madeAt, publicKey, sheets }: Made) {
  const { data: place } = useQuery(queryFor(system.place, {}));
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    if (isPrinted) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isPrinted]);
  return (
    <>
      <div className="stack g20 onscreen">
        <Alert tone="warn" role="status">
          {texts.once}
        </Alert>
        <ol className="sheetsteps">
          <li>{texts.steps.print}</li>
          <li>{texts.steps.set}</li>
          <li>{texts.steps.give}</li>
        </ol>
        <TextField
          label={texts.publicKey}
          hint={
            <>
              {texts.publicKeyHint}{' '}
              <a className="link il" href={systemUrl('backup')} target="_blank" rel="noreferrer">
                {words.settings.backup.title}
              </a>
            </>
          }
          readOnly
          value={publicKey}
          onFocus={(event) => event.target.select()}
        />
        <div>
          <Button
            size="lg"
            icon={Printer}
            onClick={() => {
              print();
              setPrinted(true);
            }}
          >
            {texts.print}
          </Button>
        </div>
      </div>
      {sheets.map((letters, at) => (
        <KeySheet
          key={letters}
          number={at + 1}
          letters={letters}
          publicKey={publicKey}
          madeAt={madeAt}
          place={place?.name ?? words.product}
        />
      ))}
    </>
  );
}

import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { joinSheets, readSheet, type SheetFault } from '../../../contract/text/key-sheets.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';

const texts = words.keySheets.check;

const faultText = (fault: SheetFault): string => {
  if (fault.fault === 'letters') return texts.letters({ letters: fault.letters.toUpperCase() });
  if (fault.fault === 'length') return texts.length({ count: fault.letters });
  return texts.mistyped({ group: fault.group === null ? null : String(fault.group) });
};

/** @throws an Error with its words */
const publicKeyOf = async (first: string, second: string): Promise<string> => {
  const [a, b] = [readSheet(first), readSheet(second)];
  // The form says it below each of them.
  if ('fault' in a || 'fault' in b) throw new Error('');
  const joined = joinSheets(a, b);
  if ('fault' in joined) throw new Error(joined.fault === 'same' ? texts.same : texts.strangers);
  const { identityToRecipient } = await import('age-encryption');
  return identityToRecipient(joined.key);
};

/** Tells whether two printed sheets restore a key, and which. */
export function CheckSheets({ publicKey }: { publicKey: string | null }) {
  const [typed, setTyped] = useState<readonly [string, string]>(['', '']);
  const check = useMutation({
    mutationFn: () => publicKeyOf(...typed),
    networkMode: 'always',
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    check.mutate();
  };
  const errorOf = (text: string): string | undefined => {
    if (!check.isError) return undefined;
    const read = readSheet(text);
    return 'fault' in read ? faultText(read) : undefined;
  };
  const change = (next: readonly [string, string]) => {
    setTyped(next);
    check.reset();
  };
  const [first, second] = typed;
  return (
    <section className="card pad stack g16 onscreen" aria-labelledby="check-sheets">
      <h2 id="check-sheets">{texts.title}</h2>
      <p className="mut">{texts.intro}</p>
      <form noValidate className="stack g16" data-secret="" onSubmit={submit}>
        <TextArea
          label={texts.first}
          rows={3}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={first}
          error={errorOf(first)}
          onChange={(event) => change([event.currentTarget.value, second])}
        />
        <TextArea
          label={texts.second}
          rows={3}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={second}
          error={errorOf(second)}
          onChange={(event) => change([first, event.currentTarget.value])}
        />
        {check.error && check.error.message !== '' ? (
          <Alert tone="bad" role="alert">
            {check.error.message}
          </Alert>
        ) : null}
        {check.data === undefined ? null : publicKey !== null && check.data !== publicKey ? (
          <Alert tone="bad" role="alert">
            {texts.otherKey}
          </Alert>
        ) : (
          <Alert tone="ok" role="status">
            <p>{texts.good}</p>
            <p className="small wrap-anywhere">{check.data}</p>
          </Alert>
        )}
        <div>
          <Button type="submit" kind="quiet" busy={check.isPending} busyText={words.keySheets.busy}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </section>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { submit as call } from '../../../contract/verification.ts';
import { ApiError, api, toastError } from '../../data/api.ts';
import { loseSession, userKey } from '../../app/session.tsx';
import { forget, keep, recall } from '../../data/browser-storage.ts';
import { Button } from '../../ui/form/button.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.verification.form;

type Field = 'personalStatement' | 'linkedInProfile' | 'instagramHandle';
type Problems = Partial<Record<Field, string>>;
type Fields = Readonly<Record<Field, string>>;

const empty: Fields = { personalStatement: '', linkedInProfile: '', instagramHandle: '' };
const isField = (name: string): name is Field => name in empty;

// The typed text survives a lost session, which leads away from this page.
const kept = (): Fields => {
  try {
    const read: unknown = JSON.parse(recall('verification') ?? 'null');
    if (typeof read !== 'object' || read === null) return empty;
    const entries = Object.entries(read).filter(
      ([name, value]) => isField(name) && typeof value === 'string',
    );
    return { ...empty, ...Object.fromEntries(entries) };
  } catch {
    return empty;
  }
};

const problemsIn = (error: unknown): Problems => {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.issues.flatMap(({ path, message }) => (isField(path) ? [[path, message]] : [])),
  );
};

/** The form in which members describe who they are, for an administrator to verify. */
export function RequestForm({ again }: { again: boolean }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState(kept);
  const [problems, setProblems] = useState<Problems>({});
  const focus = (found: Problems) => {
    const [first] = Object.keys(found);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const send = useMutation({
    mutationFn: () =>
      api(call, {
        personalStatement: fields.personalStatement.trim(),
        ...(fields.linkedInProfile.trim() !== '' && { linkedInProfile: fields.linkedInProfile.trim() }),
        ...(fields.instagramHandle.trim() !== '' && { instagramHandle: fields.instagramHandle.trim() }),
      }),
    onSuccess: (user) => {
      forget('verification');
      client.setQueryData(userKey, user);
      toast({ title: texts.done });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return loseSession(client, error, 'login');
      const found = problemsIn(error);
      setProblems(found);
      focus(found);
      if (Object.keys(found).length > 0) return;
      toastError(error, words.controls.error);
      // The request was sent from another tab, or decided meanwhile: the card then shows its state.
      void client.invalidateQueries({ queryKey: userKey });
    },
  });
  const change = (name: Field, value: string) => {
    const next = { ...fields, [name]: value };
    setFields(next);
    setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => field !== name)));
    keep('verification', JSON.stringify(next));
  };
  const length = [...fields.personalStatement.trim()].length;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found: Problems =
      length === 0
        ? { personalStatement: messages.statementRequired }
        : length > limits.personalStatement
          ? { personalStatement: messages.statementTooLong }
          : {};
    setProblems(found);
    if (Object.keys(found).length === 0) send.mutate();
    else focus(found);
  };
  return (
    <form ref={form} noValidate className="stack g20 mt-6" onSubmit={submit}>
      <TextArea
        people
        name="personalStatement"
        className="min-h-35"
        label={texts.statement}
        placeholder={texts.statementPlaceholder}
        value={fields.personalStatement}
        count={{ now: length, max: limits.personalStatement }}
        errorTitle={problems.personalStatement === messages.statementRequired ? texts.required : undefined}
        error={problems.personalStatement}
        onChange={(event) => change('personalStatement', event.currentTarget.value)}
      />
      <TextField
        optional
        name="linkedInProfile"
        type="url"
        label={texts.linkedIn}
        placeholder="https://"
        value={fields.linkedInProfile}
        error={problems.linkedInProfile}
        onChange={(event) => change('linkedInProfile', event.currentTarget.value)}
      />
      <TextField
        optional
        name="instagramHandle"
        autoCapitalize="none"
        label={texts.instagram}
        placeholder="@"
        value={fields.instagramHandle}
        error={problems.instagramHandle}
        onChange={(event) => change('instagramHandle', event.currentTarget.value)}
      />
      <div>
        <Button type="submit" size="lg" busy={send.isPending} busyText={words.controls.submitting}>
          {again ? texts.resubmit : texts.submit}
        </Button>
      </div>
    </form>
  );
}

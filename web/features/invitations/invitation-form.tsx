import { MailX, Send, UserPlus } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useRef, useState, useEffect } from 'react';
import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import * as invitations from '../../../contract/invitations.ts';
import { limits } from '../../../contract/limits.ts';
import type { SentInvitation } from '../../../contract/invitations.ts';
import { useSendsNoMail } from '../../app/config.ts';
import { UnreachableNote } from '../../app/unreachable-note.tsx';
import { ApiError, toastError } from '../../data/api.ts';
import { useIdempotencyKeys } from '../../data/idempotency-key.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useMayVouch } from '../members/may-vouch.ts';
import { VouchBox, ShownCode } from './shown-code.tsx';
import { words } from '../../words/words.ts';

const unmailedTexts = words.invitations.unmailed;

/** In the place of the form: an invitation that no mail carries, to be passed on by the member. */
function Unmailed({ made, onDone }: { made: SentInvitation; onDone: () => void }) {
  const title = useRef<HTMLElement>(null);
  // The button that had the focus left with the form.
  useEffect(() => title.current?.focus(), []);
  const { email, code, link, expiresAt } = made;
  const isOpen = code !== null && link !== null;
  return (
    <div className="stack g20">
      <Alert {...(isOpen ? { tone: 'warn', icon: MailX } : { tone: 'ok' })} role="status">
        <b ref={title} tabIndex={-1}>
          {isOpen ? unmailedTexts.title : unmailedTexts.used}
        </b>
        {isOpen ? ` ${unmailedTexts.text({ email: email ?? '' })}` : null}
      </Alert>
      {isOpen ? <ShownCode code={code} link={link} expiresAt={expiresAt} /> : null}
      <Button kind="quiet" icon={UserPlus} onClick={onDone}>
        {unmailedTexts.another}
      </Button>
    </div>
  );
}

const texts = words.invitations;

export interface InvitationInput {
  email: string;
  message?: string | undefined;
  verifies?: boolean | undefined;
}

interface InvitationFormProps {
  /** Sends the invitation; a call with the same `idempotencyKey` repeats one whose answer was lost. */
  send: (input: InvitationInput, idempotencyKey: string) => Promise<invitations.SentInvitation>;
  /** Says what an invited person will see. */
  effect: ReactNode;
  /** Called after each attempt with its result; `error` is null when the invitation was made. */
  onTried?: (email: string, error: unknown, isUnmailed: boolean) => void;
}

type Problems = Partial<Record<'email' | 'message', string | undefined>>;

interface Issue {
  readonly path?: string | readonly PropertyKey[] | undefined;
  readonly message: string;
}

const problemsOf = (issues: readonly Issue[]): Problems => {
  const of = (name: string) => issues.find(({ path }) => path === name || path?.[0] === name)?.message;
  const [email, message] = [of('email'), of('message')];
  return { ...(email !== undefined && { email }), ...(message !== undefined && { message }) };
};

/**
 * The form for address and personal message. The text stays when sending failed; the message stays for the next
 * invitation. It uses no form library, which would be half of this page's code.
 */
export function InvitationForm({ send, effect, onTried }: InvitationFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [message, setMessage] = useState(texts.defaultMessage);
  const mayVouch = useMayVouch();
  const [vouch, setVouch] = useState(true);
  const keys = useIdempotencyKeys();
  const sendsNoMail = useSendsNoMail();
  const [unmailed, setUnmailed] = useState<invitations.SentInvitation | null>(null);
  const inputOf = (name: string) => form.current?.elements.namedItem(name);
  const focus = (name: string) => {
    const input = inputOf(name);
    if (input instanceof HTMLElement) input.focus();
  };
  const refuse = (found: Problems): boolean => {
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) focus(first);
    return first !== undefined;
  };
  const forgive = (name: keyof Problems) => {
    if (problems[name] !== undefined) setProblems((found) => ({ ...found, [name]: undefined }));
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = inputOf('email');
    if (!(field instanceof HTMLInputElement)) return;
    const read = z.safeParse(invitations.sendInvite.input, {
      email: field.value,
      message,
      ...(mayVouch && { verifies: vouch }),
    });
    if (refuse(problemsOf(read.error?.issues ?? [])) || !read.data) return;
    const input = read.data;
    const sent = field.value;
    setBusy(true);
    try {
      const made = await send(input, keys.of(JSON.stringify(input)));
      keys.arrived();
      onTried?.(input.email, null, made.isUnmailed);
      if (made.isUnmailed) return setUnmailed(made);
      toast({ title: texts.sent, text: input.email });
      // Another address may be there already.
      if (field.value === sent) field.value = '';
      field.focus();
    } catch (error) {
      onTried?.(input.email, error, false);
      if (error instanceof ApiError && refuse(problemsOf(error.issues))) return;
      toastError(error, texts.failed, texts.failedText);
    } finally {
      setBusy(false);
    }
  };
  if (unmailed) return <Unmailed made={unmailed} onDone={() => setUnmailed(null)} />;
  const required = problems.email === messages.emailRequired;
  return (
    <form noValidate className="stack g20" ref={form} onSubmit={(event) => void submit(event)}>
      {sendsNoMail ? (
        <Alert tone="warn" icon={MailX}>
          {texts.unmailed.before}
        </Alert>
      ) : (
        <UnreachableNote />
      )}
      <TextField
        name="email"
        type="email"
        label={words.controls.email}
        placeholder={texts.emailPlaceholder}
        autoComplete="off"
        onChange={() => forgive('email')}
        error={problems.email}
        errorTitle={problems.email !== undefined && !required ? texts.invalidEmail : undefined}
      />
      <TextArea
        name="message"
        value={message}
        onChange={(event) => {
          setMessage(event.currentTarget.value);
          forgive('message');
        }}
        people
        optional
        className="min-h-33"
        label={texts.message}
        error={problems.message}
        count={{ now: [...message].length, max: limits.personalMessage }}
      />
      {mayVouch ? <VouchBox checked={vouch} onChange={setVouch} /> : null}
      <div className="stack g12 items-start">
        <Button
          type="submit"
          size="lg"
          icon={Send}
          busy={busy}
          busyText={sendsNoMail ? texts.code.busy : words.controls.sending}
        >
          {texts.submit}
        </Button>
        <p className="hint">{effect}</p>
      </div>
    </form>
  );
}

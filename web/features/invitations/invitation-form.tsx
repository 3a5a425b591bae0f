import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '../../../contract/errors.ts';
import * as invitations from '../../../contract/invitations.ts';
import { limits } from '../../../contract/limits.ts';
import { wordsOf } from '../../api.ts';
import { showIssues } from '../../forms.ts';
import { useRepeatKeys } from '../../repeat-key.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.invitations;

export interface InvitationInput {
  email: string;
  message?: string | undefined;
}

interface InvitationFormProps {
  /** Sends it; the same `repeatKey` again means that the answer was lost, not that another is wanted. */
  send: (input: InvitationInput, repeatKey: string) => Promise<unknown>;
  /** What an invited person will be able to see. */
  effect: ReactNode;
  /** Called after each try with what became of it; `error` is null when it was sent. */
  onTried?: (email: string, error: unknown) => void;
}

/** E-mail and personal message. What was typed stays when sending failed; the message stays for the next one. */
export function InvitationForm({ send, effect, onTried }: InvitationFormProps) {
  const [busy, setBusy] = useState(false);
  const keys = useRepeatKeys();
  const { register, handleSubmit, watch, resetField, setError, setFocus, formState } = useForm<
    InvitationInput,
    unknown,
    InvitationInput
  >({
    defaultValues: { email: '', message: texts.defaultMessage },
    resolver: standardSchemaResolver(invitations.sendInvite.input),
  });
  const submit = handleSubmit(async (input) => {
    setBusy(true);
    try {
      await send(input, keys.of(JSON.stringify(input)));
      keys.arrived();
      toast({ title: texts.sent, text: input.email });
      onTried?.(input.email, null);
      resetField('email');
      setFocus('email');
    } catch (error) {
      onTried?.(input.email, error);
      if (!showIssues(error, ['email', 'message'], setError)) {
        toast({ title: texts.failed, text: wordsOf(error, texts.failedText), tone: 'destructive' });
      }
    } finally {
      setBusy(false);
    }
  });
  const { email, message } = formState.errors;
  const required = email?.message === messages.emailRequired;
  return (
    <form noValidate className="stack g20" onSubmit={submit}>
      <TextField
        {...register('email')}
        type="email"
        label={texts.email}
        placeholder={texts.emailPlaceholder}
        autoComplete="off"
        error={email?.message}
        errorTitle={email && !required ? texts.invalidEmail : undefined}
      />
      <TextArea
        {...register('message')}
        people
        optional
        className="min-h-33"
        label={texts.message}
        error={message?.message}
        count={{ now: [...(watch('message') ?? '')].length, max: limits.personalMessage }}
      />
      <div className="stack g12 items-start">
        <Button type="submit" size="lg" icon={Send} busy={busy} busyText={texts.busy}>
          {texts.submit}
        </Button>
        <p className="hint">{effect}</p>
      </div>
    </form>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as account from '../../../contract/account.ts';
import type { Sent } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { ApiError, api, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { useUser } from '../../app/session.tsx';
import { Problem } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { PasswordField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';
import { answerWithPasskey, knowsPasskeys } from '../auth/passkey.ts';

const texts = words.account.proof;

/** The member's proof: the password, or a passkey instead. */
export type Proof = Sent<typeof account.requestExport>;

/** Runs an action that needs a proof of the member; `start` is called with the kind of proof, password or passkey. */
export const useProof = (run: (proof: Proof) => Promise<unknown>) => {
  const [password, setPassword] = useState('');
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: async (by: 'password' | 'passkey') =>
      run(
        by === 'password'
          ? { password }
          : { passkey: await answerWithPasskey(await api(account.askPasskey, {})) },
      ),
  });
  return {
    password,
    type: (value: string) => {
      setPassword(value);
      reset();
    },
    start: (by: 'password' | 'passkey') => mutate(by),
    /** The state of the last attempt. */
    by: variables,
    pending: isPending ? variables : null,
    error,
  };
};

const isAbout = (error: unknown, field: string): boolean =>
  error instanceof ApiError && error.issues.some(({ path }) => path === field || path === `proof.${field}`);

interface ProofFieldsProps {
  proof: ReturnType<typeof useProof>;
  failed: string;
}

/** An invisible field, because password managers store a password under a name. */
export function UsernameForPasswordManagers() {
  const { email } = useUser();
  return (
    <input
      className="vh"
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

/** The fields that prove who is asking, for the form of a dialog. */
export function ProofFields({ proof, failed }: ProofFieldsProps) {
  const { data } = useQuery(queryFor(account.factors, {}));
  const { error } = proof;
  const ofPassword = isAbout(error, 'password');
  const ofPasskey = proof.by === 'passkey' && !(error instanceof ApiError);
  return (
    <>
      <Problem
        text={error && !ofPassword ? errorText(error, ofPasskey ? texts.passkeyFailed : failed) : null}
      />
      <UsernameForPasswordManagers />
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        value={proof.password}
        onChange={(event) => proof.type(event.currentTarget.value)}
        error={ofPassword ? errorText(error, messages.passwordWrong) : undefined}
      />
      {data && data.passkeys.length > 0 && knowsPasskeys() ? (
        <div>
          <Button
            kind="quiet"
            busy={proof.pending === 'passkey'}
            busyText={words.controls.passkeyBusy}
            onClick={() => proof.start('passkey')}
          >
            {texts.passkey}
          </Button>
        </div>
      ) : null}
    </>
  );
}

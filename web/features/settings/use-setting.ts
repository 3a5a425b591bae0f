import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingGroup, Tried } from '../../../contract/settings.ts';
import * as site from '../../../contract/site.ts';
import * as system from '../../../contract/system.ts';
import { ApiError, errorText } from '../../data/api.ts';
import { queryKey } from '../../data/query.ts';
import type { Proof } from '../account/proof.tsx';

const lacksProof = (error: unknown): boolean =>
  error instanceof ApiError && error.issues.some(({ path }) => path.startsWith('proof'));

/** Saves and tries the values of a form. The server checks them; a refusal leaves the fields as they are. */
export function useSetting<Body>(
  group: SettingGroup,
  calls: {
    save: (body: Body, proof: Proof | undefined) => Promise<unknown>;
    attempt: (body: Body) => Promise<Tried>;
    onSaved: () => void;
  },
) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const save = useMutation({
    mutationFn: ({ body, proof }: { body: Body; proof?: Proof }) => calls.save(body, proof),
    // The server accepted the values and only lacks a proof.
    onError: (error) => setAsking(lacksProof(error)),
    onSuccess: async (shown) => {
      setAsking(false);
      client.setQueryData(['/api', 'admin', 'settings', group], shown);
      calls.onSaved();
      // Setting up this place goes on with them, and so does what members are offered.
      await Promise.all(
        [system.setup, system.place, system.overview, site.config].map((endpoint) =>
          client.invalidateQueries({ queryKey: queryKey(endpoint, {}) }),
        ),
      );
    },
  });
  const attempt = useMutation({ mutationFn: calls.attempt });
  const error = lacksProof(save.error) ? null : (save.error ?? attempt.error);
  const issues = error instanceof ApiError ? error.issues : [];
  const changed = () => {
    if (save.isSuccess) save.reset();
    if (attempt.data?.ok === true) attempt.reset();
  };
  return {
    save: (body: Body) => {
      attempt.reset();
      save.mutate({ body });
    },
    /** Saves with a proof of who does. */
    prove: (body: Body, proof: Proof) => save.mutateAsync({ body, proof }),
    isAsking,
    stopAsking: () => setAsking(false),
    attempt: (body: Body) => {
      // A save that is on its way must be able to say how it ended.
      if (save.isPending) return;
      save.reset();
      attempt.mutate(body);
    },
    /** Another value was typed. What a failed try said is still needed. */
    changed,
    /** The handler of a text field whose value `set` keeps. */
    typing: (set: (value: string) => void) => (event: { currentTarget: { value: string } }) => {
      changed();
      set(event.currentTarget.value);
    },
    issueOf: (field: string): string | undefined => issues.find(({ path }) => path === field)?.message,
    hasIssue: (...fields: string[]): boolean => issues.some(({ path }) => fields.includes(path)),
    /** An error that no field shows. */
    problem: error !== null && issues.length === 0 ? errorText(error) : null,
    isSaving: save.isPending,
    isTrying: attempt.isPending,
    isSaved: save.isSuccess,
    tried: attempt.data,
  };
}

export type Setting<Body> = ReturnType<typeof useSetting<Body>>;

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../../../contract/endpoint.ts';
import * as notifications from '../../../../contract/notifications.ts';
import * as site from '../../../../contract/site.ts';
import { useUser } from '../../../app/session.tsx';
import { api, toastError } from '../../../data/api.ts';
import { queryFor, queryKey } from '../../../data/query.ts';
import { words } from '../../../words/words.ts';

const texts = words.account.choices;

type Choices = Output<typeof notifications.preferences>;
export type Kind = notifications.ChosenKind;
export type Way = keyof notifications.Choice;

const key = queryKey(notifications.preferences, {});
const isKind = (name: string): name is Kind => Object.hasOwn(texts.kinds, name);
const kinds = Object.keys(texts.kinds).filter(isKind);

export const isFixed = (kind: Kind, way: Way): boolean =>
  (way === 'email' && [...notifications.mailedOtherwise, ...notifications.alwaysMailed].includes(kind)) ||
  (way === 'bell' && notifications.alwaysInBell.includes(kind));

/** The kinds of notifications that the member can get here, the channels that there are, and the member's choices. */
export const useKinds = () => {
  const client = useQueryClient();
  const user = useUser();
  const { data: stored, isPending, error } = useQuery(queryFor(notifications.preferences, {}));
  const { data: config } = useQuery(queryFor(site.config, {}));
  // Choices made on this page. The answer to an earlier refetch must not replace them.
  const [chosen, setChosen] = useState<Partial<Choices>>({});
  const save = useMutation({
    mutationFn: (choices: Partial<Choices>) => api(notifications.setPreferences, choices),
    // Requests run one after the other, so that the last choice wins.
    scope: { id: 'preferences' },
    onSuccess: (_, choices) => client.setQueryData<Choices>(key, (now) => now && { ...now, ...choices }),
    onError: (problem) => {
      setChosen({});
      toastError(problem, words.controls.choiceNotSaved);
      return client.invalidateQueries({ queryKey: key });
    },
  });
  const ways: readonly Way[] = [
    'bell',
    ...(config?.letters === false ? [] : (['email'] as const)),
    ...(config?.push ? (['push'] as const) : []),
  ];
  return {
    isPending,
    error,
    choices: stored && { ...stored, ...chosen },
    ways,
    push: config?.push ?? null,
    shown: kinds.filter(
      (kind) =>
        !notifications.sentOnce.includes(kind) &&
        (user.isAdmin || !notifications.forAdmins.includes(kind)) &&
        (config?.mailboxMembers || kind !== 'mail_counted') &&
        (config?.payments.enabled || !notifications.aboutPayments.includes(kind)),
    ),
    choose: (choices: Partial<Choices>) => {
      setChosen((now) => ({ ...now, ...choices }));
      save.mutate(choices);
    },
  };
};

export type Kinds = ReturnType<typeof useKinds>;

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { When } from '../../../contract/delivery.ts';
import * as site from '../../../contract/site.ts';
import { useUser } from '../../app/session.tsx';
import { queryFor } from '../../data/query.ts';
import { isPushOn } from '../../live/push.ts';
import { TextLink } from '../../ui/form/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { SelectRow } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';
import { useChoose } from './choices.ts';

const texts = words.delivery;

export const times = ['now', 'evening', 'sunday', 'never'] as const satisfies readonly When[];
const options = times.map((value) => ({ value, label: texts.when[value] }));

interface WhenProps {
  /** Null for 'Shared with you'. */
  circleId: string | null;
  when: When;
  /** The name of the choice, for messages. */
  label: string;
}

/** When the moments of a circle reach the member. A choice is saved immediately. */
export function WhenField({ circleId, when, label }: WhenProps) {
  const choose = useChoose();
  return (
    <Select
      label={label}
      hint={useObstacle(when)}
      options={options}
      value={when}
      onChange={({ currentTarget: { value } }) => {
        const chosen = times.find((time) => time === value);
        if (chosen && chosen !== when)
          choose.mutate({ circleIds: [circleId], label, when: chosen, before: when });
      }}
    />
  );
}

/** The same in a list of circles. */
export function WhenRow({
  circleId,
  when,
  label,
  ...row
}: WhenProps & { mark?: ReactNode; title: ReactNode }) {
  const choose = useChoose();
  return (
    <SelectRow
      {...row}
      label={label}
      options={options}
      value={when}
      onChoose={(chosen) => choose.mutate({ circleIds: [circleId], label, when: chosen, before: when })}
    />
  );
}

/** The reason why the choice has no effect yet. */
export const useObstacle = (when: When): ReactNode => {
  const { emailConfirmed } = useUser();
  const { data: config } = useQuery(queryFor(site.config, {}));
  const push = useQuery({
    queryKey: ['push-here'],
    queryFn: isPushOn,
    staleTime: 0,
    enabled: when === 'now' && Boolean(config?.push),
  });
  if (when === 'never' || !config) return null;
  if (when === 'now')
    return push.data === false ? <TextLink href="/my-account/reach">{texts.switchOnPush}</TextLink> : null;
  if (!config.letters) return texts.noLetters;
  return emailConfirmed ? null : texts.confirmFirst;
};

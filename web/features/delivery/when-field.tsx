import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { When } from '../../../contract/delivery.ts';
import * as site from '../../../contract/site.ts';
import { useUser } from '../../app/session.tsx';
import { queryFor } from '../../data/query.ts';
import { isPushOn } from '../../live/push.ts';
import { TextLink } from '../../ui/form/links.tsx';
import { Select } from '../../ui/form/select.tsx';
import { words } from '../../words/words.ts';
import { type Choice, useChoose } from './choices.ts';

const texts = words.delivery;

const times = ['now', 'evening', 'sunday', 'never'] as const satisfies readonly When[];
const options = times.map((value) => ({ value, label: texts.when[value] }));

/** When the moments of a circle reach the member. A choice is saved immediately. */
export function WhenField({ circleId, when, label }: Choice) {
  const choose = useChoose();
  return (
    <Select
      label={label}
      hint={useObstacle(when)}
      options={options}
      value={when}
      onChange={({ currentTarget: { value } }) => {
        const chosen = times.find((time) => time === value);
        if (chosen && chosen !== when) choose.mutate({ circleId, label, when: chosen, before: when });
      }}
    />
  );
}

/** The reason why the choice has no effect yet. */
const useObstacle = (when: When): ReactNode => {
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

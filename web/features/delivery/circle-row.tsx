import type { ComponentProps } from 'react';
import { Users } from 'lucide-react';
import { CircleDot } from '../../ui/people/badge.tsx';
import { WhenRow } from './when-field.tsx';

/** A circle with its choice. */
export function CircleRow({
  name,
  color,
  isMarked = false,
  ...choice
}: Pick<ComponentProps<typeof WhenRow>, 'circleId' | 'when' | 'label'> & {
  name: string;
  color: string | null;
  isMarked?: boolean;
}) {
  return (
    <WhenRow
      {...choice}
      mark={color === null ? <Users aria-hidden="true" /> : <CircleDot color={color} />}
      title={<span className={isMarked ? 'cname marked' : 'cname'}>{name}</span>}
    />
  );
}

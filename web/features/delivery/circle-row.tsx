import type { ComponentProps } from 'react';
import { Users } from 'lucide-react';
import { CircleDot } from '../../ui/people/circle-dot.tsx';
import { WhenRow } from './when-field.tsx';

/** A circle with its own choice. */
export function CircleRow({
  name,
  color,
  ...choice
}: Pick<ComponentProps<typeof WhenRow>, 'circleId' | 'when' | 'label'> & {
  name: string;
  color: string | null;
}) {
  return (
    <WhenRow
      {...choice}
      mark={color === null ? <Users aria-hidden="true" /> : <CircleDot color={color} />}
      title={<span className="cname">{name}</span>}
    />
  );
}

import type { Circle } from '../../../contract/shapes.ts';
import { words } from '../../words/words.ts';
import { useChoices } from './choices.ts';
import { useIntro } from './intro.tsx';
import { WhenField } from './when-field.tsx';

const texts = words.delivery;

/** When the moments of one shared circle reach the member. */
export default function CircleDelivery({ circle: { id, name } }: { circle: Circle }) {
  const when = useChoices().data?.circles.find(({ circleId }) => circleId === id)?.when;
  const intro = useIntro();
  if (when === undefined) return null;
  return (
    <section className="card stack g16" aria-labelledby="delivery">
      <h2 id="delivery" className="text-h3">
        {texts.title}
      </h2>
      <p className="small mut">{intro}</p>
      <WhenField circleId={id} when={when} label={texts.of({ circle: name })} />
    </section>
  );
}

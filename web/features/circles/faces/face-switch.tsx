import type { WholeCircle } from '../../../../contract/circles.ts';
import { Switch } from '../../../ui/form/text-field.tsx';
import { words } from '../../../words/words.ts';
import { useSetFace } from './set-face.ts';

const texts = words.circles.faces;

/** On the list of people: whether everyone in the circle sees more of the member than the name. */
export function FaceSwitch({ circle }: { circle: WholeCircle }) {
  const { mutate, isPending, variables } = useSetFace(circle.id);
  return (
    <div className="card px-4.5 py-3">
      <Switch
        label={texts.switch({ circle: circle.name })}
        hint={texts.without}
        checked={isPending ? variables : circle.face === 'shown'}
        onChange={mutate}
      />
    </div>
  );
}

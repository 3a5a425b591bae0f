import { CircleDot } from 'lucide-react';
import type { Circle } from '../../../../contract/shapes.ts';
import { CheckboxRow } from '../../../ui/form/checkbox-row.tsx';
import { FieldError } from '../../../ui/form/field.tsx';
import { TextLink } from '../../../ui/form/links.tsx';
import { words } from '../../../words/words.ts';

const texts = words.compose.circles;

interface CircleChooserProps {
  circles: readonly Circle[];
  chosen: ReadonlySet<string>;
  disabled: boolean;
  error: string | undefined;
  onChange: (ids: string[]) => void;
}

const noteOf = ({ memberCount, kind }: Circle): string =>
  [
    memberCount === 1 ? texts.nobody : words.circles.members(memberCount),
    ...(kind === 'private' ? [texts.private] : []),
  ].join(', ');

/** Chooses the moment's circles among all that the member may post to. */
export function CircleChooser({ circles, chosen, disabled, error, onChange }: CircleChooserProps) {
  return (
    <fieldset disabled={disabled} aria-describedby={error ? 'circles-error' : undefined}>
      <legend className="lab">{texts.title}</legend>
      {error ? (
        <div className="mt-1">
          <FieldError id="circles-error" text={error} />
        </div>
      ) : null}
      {circles.every((circle) => circle.isContacts) ? (
        <div className="mt-2">
          <p className="mut">{texts.none}</p>
          <TextLink href="/circles" icon={CircleDot}>
            {texts.link}
          </TextLink>
        </div>
      ) : null}
      <div className="rows">
        {circles.map((circle) => (
          <CheckboxRow
            key={circle.id}
            name="circles"
            label={<span className="cname">{circle.name}</span>}
            note={noteOf(circle)}
            color={circle.color}
            checked={chosen.has(circle.id)}
            aria-invalid={error ? true : undefined}
            onChange={(event) => {
              const others = circles.map(({ id }) => id).filter((id) => chosen.has(id) && id !== circle.id);
              onChange(event.currentTarget.checked ? [...others, circle.id] : others);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

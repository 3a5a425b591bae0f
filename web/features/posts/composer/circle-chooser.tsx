import type { UseQueryResult } from '@tanstack/react-query';
import { CircleDot } from 'lucide-react';
import type { Circle } from '../../../../contract/shapes.ts';
import { errorText } from '../../../data/api.ts';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { CheckboxRow } from '../../../ui/form/checkbox-row.tsx';
import { FieldError } from '../../../ui/form/field.tsx';
import { TextLink } from '../../../ui/form/links.tsx';
import { words } from '../../../words/words.ts';

const texts = words.compose.circles;

interface CircleChooserProps {
  /** The query of the member's circles. */
  list: UseQueryResult<Circle[]>;
  chosen: ReadonlySet<string>;
  disabled: boolean;
  error: string | undefined;
  onChange: (ids: string[]) => void;
}

const noteOf = ({ memberCount, kind }: Circle): string =>
  [
    memberCount === 1 ? texts.nobody : words.circles.members({ count: memberCount }),
    ...(kind === 'private' ? [texts.private] : []),
  ].join(', ');

/** Chooses the moment's circles among all that the member may post to. */
export function CircleChooser({ list, ...choice }: CircleChooserProps) {
  if (list.isPending) return <Loading words={texts.loading} />;
  if (list.data) return <Checkboxes circles={list.data} {...choice} />;
  return (
    <div className="row wrap g8" role="alert">
      <p>{errorText(list.error, texts.failed)}</p>
      <Button kind="quiet" size="sm" onClick={() => void list.refetch()}>
        {words.ui.tryAgain}
      </Button>
    </div>
  );
}

type CheckboxesProps = Omit<CircleChooserProps, 'list'> & { circles: readonly Circle[] };

function Checkboxes({ circles, chosen, disabled, error, onChange }: CheckboxesProps) {
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

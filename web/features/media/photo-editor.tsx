import { RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { words } from '../../words/words.ts';
import { CropFrame } from './crop-frame.tsx';
import './photo-editor.css';
import { type PhotoEdit, photoShapes } from './photo-request.ts';

const texts = words.compose.photos;

interface PhotoEditorProps {
  edit: PhotoEdit;
  onChange: (edit: PhotoEdit) => void;
  /** Draws the photo as this edit makes it. */
  renderPhoto: (edit: PhotoEdit, onShown: (picture: HTMLImageElement) => void) => ReactNode;
}

/** The picture with the frame of what stays of it, the turn, and the shapes; without them where it cannot be shown. */
export function PhotoEditor({ edit, onChange, renderPhoto }: PhotoEditorProps) {
  const [ratio, setRatio] = useState<number | null>(null);
  const change = (changed: Partial<PhotoEdit>) => onChange({ ...edit, ...changed });
  return (
    <>
      <div className="bed">
        <div className="bed-in">
          {renderPhoto({ ...edit, shape: 'original' }, ({ naturalWidth, naturalHeight, src }) =>
            setRatio(src.startsWith('blob:') ? naturalWidth / naturalHeight : null),
          )}
          {ratio === null || edit.shape === 'original' ? null : (
            <CropFrame key={edit.shape} edit={edit} ratio={ratio} onMove={(at) => change({ at })} />
          )}
        </div>
      </div>
      {ratio === null ? null : (
        <div className="row wrap between">
          <Button
            kind="ghost"
            size="sm"
            flush
            icon={RotateCw}
            onClick={() => change({ turns: (edit.turns + 1) % 4 })}
          >
            {texts.turn}
          </Button>
          <Choices
            look="segments"
            label={texts.crop}
            choices={photoShapes.map((value) => ({ value, label: texts.shapes[value] }))}
            value={edit.shape}
            onChange={(shape) => change({ shape })}
          />
        </div>
      )}
    </>
  );
}

import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { MentionArea } from '../mentions/mention-area.tsx';
import { type EditOptions, useEdit, type Words } from './use-edit.ts';

interface EditDialogProps extends EditOptions {
  title: string;
  label: string;
  max: number;
  /** Further fields below the words. */
  more?: (words: Words, change: (words: Partial<Words>) => void) => ReactNode;
}

/** Edits the words of a moment or comment. */
export function EditDialog({ title, label, max, more, ...options }: EditDialogProps) {
  const { draft, change, error, isSaving, dialog } = useEdit(options);
  return (
    <FormDialog title={title} {...dialog}>
      {/* Words typed meanwhile would be lost with the dialog. */}
      <fieldset disabled={isSaving} className="stack g16">
        <MentionArea
          people
          className="min-h-21"
          label={label}
          written={{ text: draft.content, named: draft.named }}
          place={{ postId: options.edited.postId }}
          count={{ now: [...draft.content.trim()].length, max }}
          error={error}
          onWrite={({ text, named }) => change({ content: text, named })}
        />
        {more?.(draft, change)}
      </fieldset>
    </FormDialog>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import * as moderation from '../../../contract/moderation.ts';
import type { ReviewedReport } from '../../../contract/moderation.ts';
import { api, errorText } from '../../data/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { refreshReports } from './reports.ts';

const texts = words.moderation.review;

interface NotesFormProps {
  report: ReviewedReport;
  children: ReactNode;
  onClose: () => void;
}

/** The notes of a decided report, for moderators to correct; what was decided stays. */
export function NotesForm({ report, children, onClose }: NotesFormProps) {
  const client = useQueryClient();
  const [notes, setNotes] = useState(report.moderatorNotes ?? '');
  const save = useMutation({
    mutationFn: () => api(moderation.correctNotes, { id: report.id, moderatorNotes: notes }),
    onSuccess: () => {
      toast({ title: texts.notesSaved });
      onClose();
      void refreshReports(client);
    },
    onError: (error) => toast({ title: words.moderation.error, text: errorText(error), tone: 'destructive' }),
  });
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <DialogBody>
        <div className="stack g16">
          {children}
          <TextArea
            label={texts.notes}
            hint={texts.notesHint}
            count={{ now: [...notes].length, max: limits.notes }}
            value={notes}
            rows={3}
            onChange={({ currentTarget: { value } }) => setNotes(value)}
          />
        </div>
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button
          type="submit"
          disabled={notes.trim() === (report.moderatorNotes ?? '')}
          busy={save.isPending}
          busyText={texts.busy}
        >
          {texts.saveNotes}
        </Button>
      </DialogFooter>
    </form>
  );
}

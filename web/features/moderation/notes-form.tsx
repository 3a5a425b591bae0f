import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as moderation from '../../../contract/moderation.ts';
import type { ReviewedReport } from '../../../contract/moderation.ts';
import { api, errorText } from '../../data/api.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { ReportForm } from './report-form.tsx';
import { refreshReports } from './reports.ts';

const texts = words.moderation.review;

interface NotesFormProps {
  report: ReviewedReport;
  children: ReactNode;
  onClose: () => void;
}

/** The form to correct the notes of a decided report; the decision stays. */
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
    <ReportForm
      notes={notes}
      onNotes={setNotes}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
      submit={{
        disabled: notes.trim() === (report.moderatorNotes ?? ''),
        busy: save.isPending,
        busyText: texts.busy,
        children: texts.saveNotes,
      }}
    >
      {children}
    </ReportForm>
  );
}

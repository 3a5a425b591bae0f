import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState, type ComponentProps } from 'react';
import { messages } from '../../../contract/errors/errors.ts';
import * as moderation from '../../../contract/moderation.ts';
import type { ActionTaken, ReviewedReport } from '../../../contract/moderation.ts';
import { limits } from '../../../contract/limits.ts';
import { api, toastError } from '../../data/api.ts';
import { useIsShown } from '../../ui/hooks/use-is-shown.ts';
import { Select } from '../../ui/form/select.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { filled, words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { TextArea } from '../../ui/form/text-field.tsx';
import { DialogForm } from '../../ui/overlay/form-dialog.tsx';
import { refreshReports } from './status-badge.tsx';

const texts = words.moderation.review;

interface ReportFormProps extends ComponentProps<typeof DialogForm> {
  notes: string;
  onNotes: (notes: string) => void;
}

/** A form about a report, with the moderators' notes as its last field. */
export function ReportForm({ notes, onNotes, children, ...form }: ReportFormProps) {
  return (
    <DialogForm {...form}>
      {children}
      <TextArea
        label={texts.notes}
        hint={texts.notesHint}
        count={{ now: [...notes].length, max: limits.notes }}
        value={notes}
        rows={3}
        onChange={({ currentTarget: { value } }) => onNotes(value)}
      />
    </DialogForm>
  );
}

const { statuses, actions } = words.moderation.reports;

const outcomes = [
  { value: 'resolved', label: statuses.resolved },
  { value: 'dismissed', label: statuses.dismissed },
] as const;

interface ReviewFormProps {
  report: ReviewedReport;
  /** The reported content, shown above the form. */
  story: ReactNode;
  onClose: () => void;
}

/** The form that decides a report, with what the chosen action will do. */
export function ReviewForm({ report, story, onClose }: ReviewFormProps) {
  const client = useQueryClient();
  const [status, setStatus] = useState<'resolved' | 'dismissed'>('resolved');
  const [chosen, setChosen] = useState<ActionTaken>('none');
  const [notes, setNotes] = useState('');
  const isRefused = status === 'dismissed' && chosen !== 'none';
  const possible = moderation.ActionTaken.options.filter(
    (value) => value !== 'content_removed' || report.targetType !== 'user',
  );
  const isShown = useIsShown();
  const decide = useMutation({
    mutationFn: () =>
      api(moderation.decide, { id: report.id, status, actionTaken: chosen, moderatorNotes: notes }),
    onSuccess: () => {
      toast({ title: texts.done });
      if (isShown.current) onClose();
      void refreshReports(client);
      // The decision may have changed a member's state.
      void client.invalidateQueries({ queryKey: ['/api', 'admin'] });
    },
    onError: (error) => toastError(error, words.controls.error),
  });
  return (
    <ReportForm
      notes={notes}
      onNotes={setNotes}
      gap={20}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRefused) return decide.mutate();
        const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]');
        wrong?.focus();
        // Scroll too: focus alone would leave the error below the field under the footer.
        wrong?.scrollIntoView({ block: 'center' });
      }}
      submit={{
        kind: chosen === 'none' || chosen === 'warning' ? 'primary' : 'danger',
        busy: decide.isPending,
        busyText: words.controls.saving,
        children: texts.save,
      }}
    >
      {story}
      <div className="two">
        <Select
          label={words.controls.status}
          options={outcomes}
          value={status}
          onChange={({ currentTarget: { value } }) =>
            setStatus(value === 'dismissed' ? 'dismissed' : 'resolved')
          }
        />
        <Select
          label={texts.action}
          options={possible.map((value) => ({ value, label: actions[value] }))}
          value={chosen}
          error={isRefused ? messages.dismissedWithAction : undefined}
          onChange={({ currentTarget: { value } }) =>
            setChosen(possible.find((one) => one === value) ?? 'none')
          }
        />
      </div>
      <p className="small mut" role="status">
        {filled(texts.effects[chosen], { name: displayName(report.member) })}
      </p>
    </ReportForm>
  );
}

import { Ban, Bell, Ellipsis, Eye, Flag, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { onlineManager } from '@tanstack/react-query';
import { messages } from '../../../contract/errors/errors.ts';
import { withErrorId } from '../../../web/data/error-id.ts';
import { Loading } from '../../../web/ui/feedback/loading.tsx';
import { Button, IconButton } from '../../../web/ui/form/button.tsx';
import { CheckboxRow, PasswordField, TextArea, TextField } from '../../../web/ui/form/text-field.tsx';
import { ConfirmDialog } from '../../../web/ui/overlay/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../web/ui/overlay/dialog.tsx';
import { DialogForm, FormDialog } from '../../../web/ui/overlay/form-dialog.tsx';
import { Menu, type MenuItem } from '../../../web/ui/overlay/menu.tsx';
import MenuList from '../../../web/ui/overlay/menu-list.tsx';
import { Popover } from '../../../web/ui/overlay/popover.tsx';
import { type ToastMessage, toast } from '../../../web/ui/overlay/toast.ts';
import { words } from '../../../web/words/words.ts';
import { InShell } from './in-shell.tsx';
import { circles } from './specimens.tsx';

const { posts, circles: circleTexts, contacts, account } = words;
const nothing = () => undefined;
const name = 'Maya';
const circle = circles[0]?.name ?? '';

/** A page under an overlay. */
export function PageBelow({ children }: { children: ReactNode }) {
  return (
    <InShell title="Overlays">
      <p className="mut mb-4">{words.emptyFeed.emptyMatchText}</p>
      {children}
    </InShell>
  );
}

const options: MenuItem[] = [
  { key: 'audience', icon: Eye, label: words.ui.whoCanSee, onSelect: nothing },
  { key: 'report', icon: Flag, label: words.reporting.post, onSelect: nothing },
  { key: 'mute', icon: Ban, label: words.muting.mute({ name }), onSelect: nothing, disabled: true },
  { key: 'delete', icon: Trash2, label: words.postActions.delete, onSelect: nothing, tone: 'danger' },
];

const sorts = Object.entries(posts.feed.sorts).map(([key, label]) => ({
  key,
  label,
  checked: key === 'oldest',
  onSelect: nothing,
}));

export function MenuOfOptions() {
  const trigger = { icon: Ellipsis, label: posts.card.options };
  return (
    <div className="row between">
      <Menu trigger={trigger} items={options} />
      <MenuList trigger={<IconButton {...trigger} />} items={options} />
    </div>
  );
}

export function MenuOfOneChoice() {
  const label = posts.feed.sortBy({ chosen: posts.feed.sorts.oldest });
  return (
    <div className="row between">
      <Menu trigger={{ icon: Ellipsis, label }} items={sorts} />
      <MenuList trigger={<Button kind="quiet">{posts.feed.sorts.oldest}</Button>} items={sorts} />
    </div>
  );
}

export function OpenPopover() {
  const [open, setOpen] = useState(true);
  const close = useCallback(() => setOpen(false), []);
  const label = words.pageTitles.notifications;
  return (
    <InShell
      title="Popover"
      bell={
        <span className="relative">
          <IconButton icon={Bell} label={label} onClick={() => setOpen(!open)} />
          {open ? (
            <Popover label={label} onClose={close}>
              <p className="mut p-4">{words.emptyFeed.emptyText}</p>
            </Popover>
          ) : null}
        </span>
      }
    >
      <p className="mut">{words.emptyFeed.emptyMatchText}</p>
    </InShell>
  );
}

/** A dialog whose list is longer than a phone, so that its footer stays in sight. */
export function LongDialog() {
  const { addDialog } = contacts;
  return (
    <Dialog open onClose={nothing} title={addDialog.title({ name })} description={addDialog.text({ name })}>
      <DialogBody>
        {[...circles, ...circles, ...circles].map(({ name: label, color }, at) => (
          <CheckboxRow
            key={at}
            label={label}
            color={color}
            note={addDialog.note({
              members: circleTexts.members({ count: 8 }),
              sees: addDialog.sees.sharedFromNow,
            })}
            defaultChecked={at < 2}
          />
        ))}
      </DialogBody>
      <DialogFooter onCancel={nothing}>
        <Button>{addDialog.submit({ count: 2 })}</Button>
      </DialogFooter>
    </Dialog>
  );
}

export function OpenFormDialog() {
  const { email } = account;
  return (
    <FormDialog
      title={email.change}
      description={email.text}
      onSubmit={nothing}
      onClose={nothing}
      submit={{ children: email.submit, busyText: words.controls.sending }}
    >
      <TextField label={email.email} type="email" defaultValue="maya@example.org" />
      <PasswordField label={email.password} autoComplete="off" />
    </FormDialog>
  );
}

export function BusyFormDialog() {
  const { createDialog, form } = circleTexts;
  return (
    <Dialog open onClose={nothing} title={circleTexts.create} description={createDialog.intro} width="36rem">
      <DialogForm
        gap={20}
        onSubmit={nothing}
        onClose={nothing}
        submit={{ children: createDialog.submit, busyText: createDialog.busy, busy: true }}
      >
        <TextField label={form.name} hint={form.nameHint} error={messages.circleNameRequired} />
        <TextArea label={form.description} optional />
      </DialogForm>
    </Dialog>
  );
}

export function OpenConfirmDialog() {
  const { deleteDialog } = circleTexts;
  return (
    <ConfirmDialog
      open
      onClose={nothing}
      title={deleteDialog.title({ name: circle })}
      text={deleteDialog.text({ count: 8 })}
      action={deleteDialog.submit}
      busyText={words.controls.deleting}
      onConfirm={nothing}
    />
  );
}

export function WithToast({ message }: { message: ToastMessage }) {
  useEffect(() => {
    toast(message);
    // A window without the focus keeps its toasts.
    const timer = setTimeout(() => dispatchEvent(new Event('blur')), 500);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <PageBelow>
      <Button onClick={() => toast(message)}>{words.ui.tryAgain}</Button>
    </PageBelow>
  );
}

export const toasts = {
  done: { title: circleTexts.createDialog.done, text: circleTexts.createDialog.doneText({ name: circle }) },
  action: {
    title: words.muting.done({ name }),
    text: words.muting.text,
    action: { label: words.controls.undo, hint: words.muting.undoHint, onPress: nothing },
  },
  failure: {
    title: words.invitations.failed,
    text: withErrorId(words.ui.broken, '9f3c1a7e'),
    tone: 'destructive',
  },
} satisfies Record<string, ToastMessage>;

export function Offline() {
  useEffect(() => onlineManager.setOnline(false), []);
  return (
    <PageBelow>
      <Loading words={posts.feed.loading} />
    </PageBelow>
  );
}

import type { LucideIcon } from 'lucide-react';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { type Choice, choiceOf, hasPickers, pick } from './choose-files.ts';
import { showFailure, showReading } from './import-state.ts';

interface FileChoiceProps {
  what: 'files' | 'folder';
  label: string;
  icon: LucideIcon;
  quiet?: boolean;
  onChoice: (choice: Choice) => void;
}

// Phones have inputs for folders that choose nothing.
const hasFolders = (): boolean =>
  hasPickers() || ('webkitdirectory' in HTMLInputElement.prototype && matchMedia('(pointer: fine)').matches);

/** A button that chooses files or a folder: by handles that can be kept, or by an input. */
export function FileChoice({ what, label, icon: Icon, quiet = false, onChoice }: FileChoiceProps) {
  const kind = quiet ? 'quiet' : 'primary';
  if (what === 'folder' && !hasFolders()) return null;
  if (hasPickers()) {
    const choose = async () => {
      try {
        const choice = await pick(what, showReading);
        if (choice) onChoice(choice);
      } catch (error) {
        showFailure(error);
      }
    };
    return (
      <Button kind={kind} icon={Icon} onClick={() => void choose()}>
        {label}
      </Button>
    );
  }
  return (
    <label className={`${buttonClass({ kind })} im-file`}>
      <input
        className="vh"
        type="file"
        multiple
        {...(what === 'folder' && { webkitdirectory: '' })}
        onChange={(event) => {
          onChoice(choiceOf(event.currentTarget.files));
          // Reset, so that choosing the same file again fires a change event.
          event.currentTarget.value = '';
        }}
      />
      <Icon aria-hidden="true" />
      {label}
    </label>
  );
}

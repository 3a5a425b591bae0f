import { type ComponentProps, useRef } from 'react';
import { TextArea } from '../../ui/form/text-field.tsx';
import { type MentionPlace, useMentions } from './use-mentions.tsx';
import type { Written } from './to-content.ts';

type Rest = Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange' | 'ref' | 'onKeyDown'>;

interface MentionAreaProps extends Rest {
  written: Written;
  onWrite: (written: Written) => void;
  place: MentionPlace;
}

/** A field for several lines of text in which members can be mentioned. */
export function MentionArea({ written, onWrite, place, ...field }: MentionAreaProps) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const { props, list, press, look } = useMentions({ field: ref, written, onChange: onWrite, place });
  return (
    <div>
      <TextArea
        {...field}
        {...props}
        ref={ref}
        value={written.text}
        onKeyDown={press}
        onChange={({ currentTarget }) => {
          onWrite({ ...written, text: currentTarget.value });
          look(currentTarget);
        }}
      />
      {list}
    </div>
  );
}

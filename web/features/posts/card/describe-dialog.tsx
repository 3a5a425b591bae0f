import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import * as posts from '../../../../contract/posts.ts';
import type { Post } from '../../../../contract/shapes.ts';
import { api, errorText } from '../../../data/api.ts';
import { changeCached } from '../../../data/cached-posts.ts';
import { withPost } from '../../../data/refresh-posts.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/overlay/dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';

const texts = words.describe;

const isTooLong = (alt: string) => [...alt.trim()].length > limits.photoCaption;

/** Edits the captions for the blind of a moment's photos. */
export default function DescribeDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const client = useQueryClient();
  const [alts, setAlts] = useState(() => post.images.map(({ alt }) => alt ?? ''));
  const save = useMutation({
    mutationFn: () => api(posts.edit, { id: post.id, alts }),
    onSuccess: (described) => {
      changeCached(client, (data) => withPost(data, described));
      toast({ title: texts.done });
      onClose();
    },
    onError: (error) => toast({ title: texts.failed, text: errorText(error), tone: 'destructive' }),
  });
  const total = post.images.length;
  return (
    <Dialog open onClose={onClose} title={words.posts.card.describe} description={texts.text}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!alts.some(isTooLong)) save.mutate();
        }}
      >
        <DialogBody>
          <ul className="stack g12">
            {post.images.map(({ url, variants }, index) => (
              <li key={url} className="row items-end">
                <img
                  src={variants[0]?.url ?? url}
                  alt=""
                  className="size-[4.75rem] shrink-0 rounded-[4px] object-cover"
                />
                <div className="grow">
                  <TextField
                    label={words.compose.photos.alt(index + 1, total)}
                    placeholder={words.ui.optional}
                    autoComplete="off"
                    value={alts[index] ?? ''}
                    error={isTooLong(alts[index] ?? '') ? messages.photoCaptionTooLong : undefined}
                    onChange={({ currentTarget: { value } }) => setAlts((known) => known.with(index, value))}
                  />
                </div>
              </li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter onCancel={onClose}>
          <Button type="submit" busy={save.isPending} busyText={texts.busy}>
            {texts.save}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

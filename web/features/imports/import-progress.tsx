import { useQueryClient } from '@tanstack/react-query';
import { FolderOpen, Images } from 'lucide-react';
import type { Item } from '../../outbox/item.ts';
import { isHeldElsewhere } from '../../outbox/outbox.ts';
import { useSentElsewhere } from '../../outbox/other-tab.ts';
import { pause } from '../../outbox/things.ts';
import { useLost } from '../../outbox/use-outbox.ts';
import { Progress, Problem } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { PaceChoice } from '../media/pace-choice.tsx';
import { FileChoice } from './file-choice.tsx';
import type { Choice } from './choose-files.ts';
import { areAtHand, type ImportRecord, progressOf } from './record.ts';
import { continueImport, endImport, useImport } from './import-state.ts';

const texts = words.imports;

interface Import {
  item: Item;
  record: ImportRecord;
}

/** An import that is being sent. */
export function RunningImport({ item, record }: Import) {
  const isLost = useLost();
  const isElsewhere = useSentElsewhere() || isHeldElsewhere(item);
  const { done, things } = progressOf(record);
  const total = things.photos + things.videos;
  const waiting = isLost ? texts.waits.offline : item.tries > 0 ? texts.waits.busy : texts.keepGoing;
  return (
    <section className="card pad stack g16" aria-labelledby="running">
      <h2 id="running">{texts.running}</h2>
      <Progress label={texts.running} value={total === 0 ? 0 : (done / total) * 100} />
      <p className="b num">{texts.progress({ done, ...things })}</p>
      <p className="mut" role="status">
        {isElsewhere ? texts.elsewhere : waiting}
      </p>
      <PaceChoice />
      <p className="small mut">{texts.quiet}</p>
      <div>
        <Button kind="quiet" onClick={() => pause(item.id)}>
          {texts.pause}
        </Button>
      </div>
    </section>
  );
}

/** An import that was paused or broken off. */
export function StoppedImport({ item, record }: Import) {
  const client = useQueryClient();
  const { error, isEnding } = useImport();
  const { done, things } = progressOf(record);
  const needsFiles = !areAtHand(item) && record.handles === null;
  const problem = error ?? (needsFiles ? null : (item.problem?.text ?? null));
  const again = { onChoice: (choice: Choice) => void continueImport(item, choice) };
  const end = (how: 'share' | 'keep') => void endImport(client, item, how);
  return (
    <section className="card pad stack g16" aria-labelledby="paused">
      <h2 id="paused">{texts.paused}</h2>
      <p className="mut">{texts.pausedText({ done, ...things })}</p>
      <Problem text={problem} />
      <fieldset disabled={isEnding} className="stack g16">
        {needsFiles ? (
          <>
            <p>{texts.chooseAgain}</p>
            <ul className="im-lines small mut">
              {record.fileNames.map((name, at) => (
                <li key={at}>{name}</li>
              ))}
            </ul>
            <div className="row wrap g8">
              <FileChoice what="files" icon={Images} label={texts.chooseFiles} {...again} />
              {record.source === 'folder' ? (
                <FileChoice what="folder" icon={FolderOpen} quiet label={texts.chooseFolder} {...again} />
              ) : null}
            </div>
          </>
        ) : (
          <div>
            <Button onClick={() => void continueImport(item)}>{texts.continue}</Button>
          </div>
        )}
      </fieldset>
      <div className="row wrap g8">
        <Button kind="quiet" size="sm" busy={isEnding} onClick={() => end('share')}>
          {texts.shareNow}
        </Button>
        <Button kind="quiet" size="sm" busy={isEnding} onClick={() => end('keep')}>
          {texts.keepNow}
        </Button>
      </div>
    </section>
  );
}

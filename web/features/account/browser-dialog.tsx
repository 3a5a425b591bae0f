import { asksForPrivacy } from '../../app/privacy.ts';
import { keptLimits } from '../../offline/kept-photos.ts';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { words } from '../../words/words.ts';

const texts = words.account.browser;

/** Lists what Circle stores in this browser, and what it does not. */
export default function BrowserDialog({ onClose }: { onClose: () => void }) {
  const isPrivate = asksForPrivacy();
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.text} isRead>
      <DialogBody>
        <ul className="kept small mut">
          {texts.kept.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {isPrivate ? null : <li>{texts.photos({ ...keptLimits })}</li>}
        </ul>
        <p className="small mut">{texts.not}</p>
        {isPrivate ? <p className="small mut">{texts.asked}</p> : null}
      </DialogBody>
    </Dialog>
  );
}

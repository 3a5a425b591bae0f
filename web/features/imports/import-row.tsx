import { Images } from 'lucide-react';
import { LinkRow } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';

const texts = words.imports;

/** On My Account: leads to the import. */
export function ImportRow() {
  return <LinkRow href="/import" icon={Images} title={texts.title} note={texts.elsewhere} />;
}

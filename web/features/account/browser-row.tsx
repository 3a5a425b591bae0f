import { AppWindow } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { ActRow } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';

const BrowserDialog = lazyComponent(() => import('./browser-dialog.tsx'));

/** Leads to what Circle stores in this browser. */
export function BrowserRow() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActRow icon={AppWindow} title={words.account.browser.title} onPress={() => setOpen(true)} opens />
      {open ? <BrowserDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

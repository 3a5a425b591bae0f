import { AccountPage } from '../../features/account/account-page.tsx';
import { BrowserRow } from '../../features/account/browser-row.tsx';
import { DeleteCard } from '../../features/account/delete-card.tsx';
import { ExportCard } from '../../features/account/export-card.tsx';
import { StorageRow } from '../../features/account/storage-row.tsx';
import { VideoRow } from '../../features/account/video-row.tsx';
import { FramesCard } from '../../features/frames/frames-card.tsx';
import { ImportRow } from '../../features/imports/import-row.tsx';
import { Rows } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';

export default function DataPage() {
  return (
    <AccountPage title={words.hub.data}>
      <Rows>
        <StorageRow />
        <VideoRow />
        <ImportRow />
        <BrowserRow />
      </Rows>
      <FramesCard />
      <ExportCard />
      <DeleteCard />
    </AccountPage>
  );
}

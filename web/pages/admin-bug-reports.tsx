import { BugReportList } from '../features/bug-reports/admin-list.tsx';
import { useUser } from '../session.tsx';
import { Denied } from '../ui/denied.tsx';
import { FullPage } from '../ui/layouts.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { words } from '../words/words.ts';

export default function AdminBugReportsPage() {
  const { isAdmin } = useUser();
  if (!isAdmin) {
    return (
      <Denied title={words.denied.title} text={words.denied.admin}>
        <ButtonLink href="/">{words.denied.home}</ButtonLink>
      </Denied>
    );
  }
  return (
    <FullPage title={words.bugReports.admin.title}>
      <BugReportList />
    </FullPage>
  );
}

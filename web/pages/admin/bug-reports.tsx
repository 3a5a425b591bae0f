import { BugReportList } from '../../features/bug-reports/admin-list.tsx';
import { AdminArea } from '../../features/moderation/admin-area.tsx';

export default function AdminBugReportsPage() {
  return (
    <AdminArea path="/admin/bug-reports">
      <BugReportList />
    </AdminArea>
  );
}

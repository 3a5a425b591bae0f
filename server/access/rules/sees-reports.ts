import { type RawBuilder, sql } from 'kysely';
import type { Predicate, SqlRef } from './sees.ts';

/**
 * Administrators see a report, except one about themselves: nobody judges themselves, or learns from the report who
 * made it.
 */
export const seesReport = (viewer: SqlRef, reported: SqlRef): Predicate => sql<boolean>`(
  ${reported} <> ${viewer}
  and exists (select 1 from users moderator where moderator.id = ${viewer} and moderator.is_admin = 1))`;

/**
 * Like `seesReport`, for the audit log: administrators never read entries about themselves, even after the report is
 * deleted.
 */
export const seesAuditEntry = (viewer: SqlRef, about: SqlRef): Predicate =>
  sql<boolean>`(${about} is null or ${about} <> ${viewer})`;

/**
 * The one exception to SIGHT-1 (SIGHT-6, REPORT-5): administrators see the evidence of a report, photos included,
 * from opening the report until its decision.
 */
export const seesEvidence = (
  viewer: SqlRef,
  report: { id: SqlRef; member: SqlRef; decidedAt: RawBuilder<number | null> },
): Predicate => sql<boolean>`(
  ${report.decidedAt} is null and ${seesReport(viewer, report.member)}
  and exists (select 1 from report_reviewers opened
    where opened.report_id = ${report.id} and opened.user_id = ${viewer}))`;

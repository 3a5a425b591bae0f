/** A member's language (such as `de`) and time zone (such as `Europe/Berlin`). Null: as the installation, and UTC. */
export const languageAndTimeZoneOfMembers = ({ text }: { text: string }): string[] => [
  `alter table users add column language ${text}`,
  `alter table users add column time_zone ${text}`,
];

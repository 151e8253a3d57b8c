import { CALL_REPORT } from '../call-report.ts';
import { CONTACT_REPORT } from '../contact-report.ts';
import { HUB_REPORT } from '../hub-report.ts';
import { SMS_REPORT } from '../sms-report.ts';
import { reportField } from './report-types.ts';

const REFUSED =
  '`VALIDATION_FAILED` names every key and operator that is unknown or cannot do what is asked of it. See docs/reports.md.';

reportField(
  'smsReport',
  SMS_REPORT,
  `The team’s text messages by the keys of E15 (\`sms_reports\`), as rows or summed up. At most two statements. ${REFUSED}`,
);
reportField(
  'callReport',
  CALL_REPORT,
  `The team’s calls by the keys of \`callReportFilters\`, as rows or summed up. At most two statements. ${REFUSED}`,
);
reportField(
  'smsContactReport',
  CONTACT_REPORT,
  `The team’s contacts by the keys of E15 (\`sms_contacts\`), as rows or summed up. At most two statements. ${REFUSED}`,
);
reportField(
  'hubReport',
  HUB_REPORT,
  `The messages that sellers submitted (CDRs) by the keys of E15 (\`route_company\`), as rows or summed up. At most two statements. ${REFUSED}`,
);

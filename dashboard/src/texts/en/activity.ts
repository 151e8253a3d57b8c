export const activity = {
  whoChanged: 'Who changed what, and from where.',
  changes: 'Changes',
  traces: 'Traces',
  trace: 'Trace',
  who: 'Who',
  did: 'Did',
  fromAddress: 'From address',
  given: 'Given',
  xTraceId: 'X-Trace-Id of an answer',
  tookMs: 'Took (ms)',
  sqlStatements: 'SQL statements',
  target: 'To',
};

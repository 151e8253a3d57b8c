/** It has no sheet with rows, or more different texts than are kept in memory. */
export type WorkbookFlaw = 'noSheet' | 'tooManyTexts';

export class WorkbookError extends Error {
  readonly flaw: WorkbookFlaw;

  constructor(flaw: WorkbookFlaw) {
    super(flaw === 'noSheet' ? 'The workbook has no sheet with rows.' : 'The workbook has too many different texts.');
    this.flaw = flaw;
  }
}

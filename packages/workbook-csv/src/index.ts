export { csvOfWorkbook } from './csv.ts';
export { WorkbookError, type WorkbookFlaw } from './errors.ts';
export { type Parts, workbookOf } from './parts.ts';

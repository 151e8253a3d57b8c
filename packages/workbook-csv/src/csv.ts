import { WorkbookError } from './errors.ts';
import { readFormats } from './formats.ts';
import { type Parts, pathFrom, readPart } from './parts.ts';
import { readSharedTexts } from './shared-texts.ts';
import { sheetLines } from './sheet-rows.ts';

interface Sheet {
  relation: string;
  isHidden: boolean;
}

/** The first visible sheet, in UTF-8 with a byte order mark. Rejects with `WorkbookError`, or an error of the XML. */
export async function csvOfWorkbook(parts: Parts, workbook: string): Promise<AsyncIterable<Uint8Array>> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readPart(parts, workbook, {
    open(tag, attributes) {
      if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (tag !== 'sheet') return;
      const relation = Object.entries(attributes).find(([name]) => /:id$/.test(name))?.[1] ?? '';
      sheets.push({ relation, isHidden: /hidden/i.test(attributes.state ?? '') });
    },
  });
  const targets = new Map<string, { type: string; path: string }>();
  const name = workbook.lastIndexOf('/') + 1;
  await readPart(parts, `${workbook.slice(0, name)}_rels/${workbook.slice(name)}.rels`, {
    open(tag, { Id = '', Type = '', Target = '' }) {
      if (tag === 'Relationship')
        targets.set(Id, { type: Type.replace(/^.*\//, ''), path: pathFrom(workbook, Target) });
    },
  });
  const pathOfType = (wanted: string) => [...targets.values()].find(({ type }) => type === wanted)?.path;
  const lists = sheets.filter(({ relation }) => targets.get(relation)?.type === 'worksheet');
  const sheet = lists.find(({ isHidden }) => !isHidden) ?? lists[0];
  const sharedText = await readSharedTexts(parts, pathOfType('sharedStrings'));
  const formatOf = await readFormats(parts, pathOfType('styles'));
  const path = sheet && targets.get(sheet.relation)?.path;
  const bytes = path === undefined ? null : await parts(path);
  if (!bytes) throw new WorkbookError('noSheet');
  return sheetLines(bytes, { sharedText, formatOf, is1904 });
}

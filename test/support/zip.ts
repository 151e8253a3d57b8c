import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content: string | Buffer;
  /** False claims in its header. */
  says?: { size?: number; encrypted?: boolean };
}

/** Each entry deflated. */
export function zip(entries: readonly ZipEntry[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, says } of entries) {
    const raw = Buffer.from(content as string);
    const packed = deflateRawSync(raw);
    const bytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(says?.encrypted ? 0x801 : 0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(raw), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(says?.size ?? raw.length, 18);
    common.writeUInt16LE(bytes.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04'), common, bytes, packed);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, bytes);
    offset += 4 + 26 + bytes.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}

export interface Workbook {
  rows: string;
  texts?: readonly string[];
  formats?: string;
  properties?: string;
  sheets?: string;
}

const NAMESPACES =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** In Excel's order: the texts come after the sheet that refers to them. */
export const workbookParts = ({ rows, texts = [], formats = '', properties = '', sheets }: Workbook): ZipEntry[] => [
  { name: '[Content_Types].xml', content: '<Types/>' },
  {
    name: 'xl/workbook.xml',
    content: `<workbook ${NAMESPACES}>${properties}<sheets>${sheets ?? '<sheet name="List" sheetId="1" r:id="rId1"/>'}</sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships>
      <Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/>
      <Relationship Id="rId2" Type="${RELATION}/styles" Target="/xl/styles.xml"/>
      <Relationship Id="rId3" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/>
      <Relationship Id="rId4" Type="${RELATION}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
  },
  { name: 'xl/worksheets/sheet1.xml', content: `<worksheet ${NAMESPACES}><sheetData>${rows}</sheetData></worksheet>` },
  { name: 'xl/styles.xml', content: `<styleSheet ${NAMESPACES}>${formats}</styleSheet>` },
  {
    name: 'xl/sharedStrings.xml',
    content: `<sst ${NAMESPACES}>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  },
];

export const workbook = (content: Workbook): Buffer<ArrayBuffer> => zip(workbookParts(content));

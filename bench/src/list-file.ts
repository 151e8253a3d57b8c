const LINES_PER_PART = 50_000;

/** The same people as a list to upload and as the plain rows that COPY takes. */
export function listFile(rows: number): { file: Blob; rows: Buffer } {
  const parts = ['number,name,email,country\n'];
  const plain: Buffer[] = [];
  for (let from = 0; from < rows; from += LINES_PER_PART) {
    const lines = Array.from({ length: Math.min(LINES_PER_PART, rows - from) }, (_, at) => from + at);
    parts.push(lines.map((at) => `+${491712000000 + at},Person ${at},person${at}@example.com,DE\n`).join(''));
    plain.push(
      Buffer.from(lines.map((at) => `${491712000000 + at},Person ${at},person${at}@example.com,276\n`).join('')),
    );
  }
  return { file: new Blob(parts, { type: 'text/csv' }), rows: Buffer.concat(plain) };
}

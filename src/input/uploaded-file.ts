/** Its bytes can be read once, as they arrive. */
export class UploadedFile {
  /** The client's name for it: may be a path, may be empty. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;

  constructor(name: string, bytes: AsyncIterable<Uint8Array>) {
    this.name = name;
    this.bytes = bytes;
  }
}

/** A file that is being uploaded. Its bytes are read once, as they arrive, and are not kept. */
export class UploadedFile {
  /** The client's name for it: may be a path, may be empty. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;

  constructor(name: string, bytes: AsyncIterable<Uint8Array>) {
    this.name = name;
    this.bytes = bytes;
  }
}

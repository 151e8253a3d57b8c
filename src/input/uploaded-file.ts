/** A file on its way in. Its bytes are read once, as they arrive; nobody keeps them. */
export class UploadedFile {
  /** As the client calls it: perhaps a path, perhaps empty. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;

  constructor(name: string, bytes: AsyncIterable<Uint8Array>) {
    this.name = name;
    this.bytes = bytes;
  }
}

/** A chosen file was changed, moved or deleted on the device. Browsers refuse to read it from then on. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
  readonly file: Blob;

  constructor(file: Blob) {
    const named = file instanceof File ? `“${file.name}”` : 'The file';
    super(`${named} was changed, moved or deleted after you chose it. Please choose it again.`);
    this.file = file;
  }
}

/** @throws FileChanged */
export async function refuseIfChanged(file: Blob): Promise<void> {
  // Browsers compare the file with what was chosen on every read; sending it fails like a lost connection.
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new FileChanged(file);
    });
}

/** Uses a chosen file, for example sends it. @throws FileChanged if it has changed before or while it was used */
export async function usingFile<Result>(file: Blob, use: () => Promise<Result>): Promise<Result> {
  await refuseIfChanged(file);
  try {
    return await use();
  } catch (error) {
    await refuseIfChanged(file);
    throw error;
  }
}

/** Saves a file that was fetched with the session's token. */
export function saveFile(file: File | Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file instanceof File ? file.name : '';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

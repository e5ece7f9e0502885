export interface PictureRow {
  owner_id: string;
  name: string;
  hash: string;
  at: Date;
  bytes: number;
  width: number;
  height: number;
}

export interface LetterTables {
  letter_picture: PictureRow;
}

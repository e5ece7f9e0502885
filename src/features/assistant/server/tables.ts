export interface AssistantTables {
  unanswered_question: {
    /** Only words that give nobody away. */
    words: string;
    language: string;
    times: number;
    last_at: Date;
  };
}

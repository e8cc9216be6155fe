#ifndef REFUSAL_H
#define REFUSAL_H

// Counts an allocation that was refused, by whatever limit; in any thread.
void note_refusal(void);

#endif

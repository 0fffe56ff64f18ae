// libedit for Swift, which cannot call variadic functions: an editor that is given whole keys and never reads by itself.
#pragma once
#include <histedit.h>
#include <stdio.h>

// The client data is the prompt.
static inline char *edit_prompt(EditLine *editor) {
    void *prompt = NULL;
    el_get(editor, EL_CLIENTDATA, &prompt);
    return (char *)prompt;
}

// Called when all given keys are used up: reports the end.
static inline int edit_no_more(EditLine *editor, wchar_t *key) {
    (void)editor;
    *key = 0;
    return 0;
}

// An editor for the terminal on descriptors 0 and 1 that writes to `output`; NULL if there is no memory. `prompt` must stay valid.
static inline EditLine *edit_make(FILE *output, char *prompt, History *history_of_lines) {
    EditLine *editor = el_init_fd("fourinarow", stdin, output, output, 0, 1, 2);
    if (!editor) return NULL;
    el_set(editor, EL_CLIENTDATA, prompt);
    el_set(editor, EL_PROMPT, edit_prompt);
    el_set(editor, EL_GETCFN, edit_no_more);
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_HIST, history, history_of_lines);
    // Keys between two lines are not echoed either: they belong to the next line.
    el_set(editor, EL_SETTY, "-x", "-echo", "-icanon", "-iexten", NULL);
    return editor;
}

// Binds a key to a command of libedit; NULL removes a binding.
static inline int edit_bind(EditLine *editor, const char *key, const char *command) {
    return command ? el_set(editor, EL_BIND, key, command, NULL) : el_set(editor, EL_BIND, "-r", key, NULL);
}

// Begins a line and writes the prompt, or ends the line.
static inline int edit_begin(EditLine *editor, int begins) { return el_set(editor, EL_UNBUFFERED, begins); }

// Sets the terminal's modes for editing, or those between lines.
static inline int edit_prepare(EditLine *editor, int edits) { return el_set(editor, EL_PREP_TERM, edits); }

// Writes the prompt and the line at the cursor.
static inline int edit_refresh(EditLine *editor) { return el_set(editor, EL_REFRESH); }

static inline History *edit_history(int size) {
    HistEvent event;
    History *lines = history_init();
    if (lines) {
        history(lines, &event, H_SETSIZE, size);
        history(lines, &event, H_SETUNIQUE, 1);
    }
    return lines;
}

static inline void edit_remember(History *lines, const char *line) {
    HistEvent event;
    history(lines, &event, H_ENTER, line);
}

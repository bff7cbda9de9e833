// Made by generate_fold_table.py from Unicode 14.0.0: where the sections of fold_table.bin begin.
enum {
    kscan_at_fold_index = 0,
    kscan_at_fold_values = 17408,
    kscan_at_nfkd_index = 78080,
    kscan_at_nfkd_values = 95488,
    kscan_at_class_index = 122368,
    kscan_at_class_values = 139776,
    kscan_at_fold_text_offsets = 178688,
    kscan_at_fold_texts = 185728,
    kscan_at_fold_short = 197760,
    kscan_at_nfkd_offsets = 201856,
    kscan_at_nfkd_points = 209280,
    kscan_at_compositions = 235904,
    kscan_composition_count = 941,
    kscan_fold_table_size = 247196,
};
